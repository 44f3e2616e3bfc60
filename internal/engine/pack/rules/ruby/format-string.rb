class ReportsController < ApplicationController
  def show
    # ruleid: ruby-format-string
    line = sprintf(params[:format], @report.total)
    # ruleid: ruby-format-string
    Kernel.printf("#{params[:label]}: %d", @report.total)
    # ruleid: ruby-format-string
    line = format(params[:pattern], @report.total)
    # ok: ruby-format-string
    line = format("%<name>s: %<total>d", name: params[:label], total: @report.total)
    # ok: ruby-format-string
    other = sprintf("%s: %d", params[:label], @report.total)
    render plain: line + other
  end
end

class LabelsController < ApplicationController
  def show
    label = params[:label]
    # ruleid: ruby-format-string
    @line = format("#{label} %<name>s", values)
    # ok: ruby-format-string
    @other = format('%<label>s %<name>s', label: label, name: current_user.name)
  end
end
