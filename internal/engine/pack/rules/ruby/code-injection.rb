class ThingsController < ApplicationController
  KINDS = { "post" => Post, "page" => Page }.freeze

  def show
    # ruleid: ruby-code-injection
    eval(params[:code])
    # ruleid: ruby-code-injection
    eval("1 + #{params[:n]}")
    # ruleid: ruby-code-injection
    model = params[:class].constantize
    # ruleid: ruby-code-injection
    model = params[:class].classify.constantize
    # ruleid: ruby-code-injection
    @user.send(params[:method])
    # ruleid: ruby-code-injection
    value = @user.public_send(params[:field], 1)
    # ruleid: ruby-code-injection
    type = Object.const_get(params[:type])
    # ok: ruby-code-injection
    model = KINDS.fetch(params[:kind])
    # ok: ruby-code-injection
    model = KINDS[params[:kind]]
    # ok: ruby-code-injection
    @user.send(:rename, params[:name])
    # ok: ruby-code-injection
    redirect_to public_send("user_#{params[:tab]}_path")
  end

  def checked
    field = params[:field]
    # ok: ruby-code-injection
    value = @user.public_send(field) if %w[name age].include?(field)
  end
end

class ReportsController < ApplicationController
  def show
    # ok: ruby-code-injection
    return send(params[:metric]) if metric_valid?
    # ok: ruby-code-injection
    send("build_by_#{params[:group]}")
    question = "can_#{params[:event]}?"
    # ok: ruby-code-injection
    @order.send(question)
    # ruleid: ruby-code-injection
    @order.send("#{params[:event]}!")
    # ruleid: ruby-code-injection
    send(params[:metric])
  end

  def listed
    return unless params[:type].in?(TYPES)

    # ok: ruby-code-injection
    params[:type].constantize.find(1)
  end
end
