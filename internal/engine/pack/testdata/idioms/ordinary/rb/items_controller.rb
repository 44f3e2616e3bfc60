class ItemsController < ApplicationController
  before_action :authenticate_user!
  rescue_from ActiveRecord::RecordNotFound, with: -> { render json: { error: "not found" }, status: :not_found }

  def index
    items = current_user.items.where("name ILIKE ?", "%#{Item.sanitize_sql_like(params[:q].to_s)}%").order(:id).limit([params[:limit].to_i, 100].min)
    Rails.logger.info("search returned #{items.size}")
    render json: items
  end

  def show
    @item = current_user.items.find(params[:id])
  end

  def create
    item = current_user.items.create!(item_params)
    redirect_to item_path(item), notice: "created"
  end

  def download
    item = current_user.items.find(params[:id])
    send_data item.file.download, filename: item.file.filename.to_s, disposition: "attachment"
  end

  def thumb
    item = current_user.items.find(params[:id])
    system("convert", item.file_path, "-resize", "100x100", thumb_path(item), exception: true)
    head :no_content
  end

  private

  def item_params = params.require(:item).permit(:name, :price)

  def cache_key = Digest::MD5.hexdigest(request.path)

  def token = SecureRandom.urlsafe_base64(32)

  def same?(a, b) = ActiveSupport::SecurityUtils.secure_compare(a, b)

  def jitter = rand(1000)
end
